// Small repairs of the theme: its header after instant navigation, and the keyboard. Nothing here shows content: without
// scripts every page comes whole.
"use strict";
(() => {
  const start = window.__md_scope.pathname;
  const within = () => location.pathname.slice(start.length);
  const all = (selector) => [...document.querySelectorAll(selector)];

  const switches = all(".site-language").map((link) => {
    const other = new URL(link.href).pathname;
    const page = within();
    return { link, root: page && other.endsWith(page) ? other.slice(0, -page.length) : other };
  });

  // The header stays when a page is exchanged, so its link to the other language has to follow.
  const follow = () => {
    for (const { link, root } of switches) link.setAttribute("href", root + within());
  };

  // The theme opens its drawer and its search by labels, which a keyboard cannot reach: buttons take their place.
  for (const [id, named] of [["__drawer", ".md-nav--primary"], ["__search", ".md-search__input"]]) {
    const label = document.querySelector(`.md-header__button[for="${id}"]`);
    const name = document.querySelector(named)?.getAttribute("aria-label");
    if (!label || !name) continue;
    const button = document.createElement("button");
    button.className = label.className;
    button.type = "button";
    button.setAttribute("for", id); // the theme's style knows it by this
    button.setAttribute("aria-label", name);
    button.append(...label.childNodes);
    const field = document.querySelector(".md-search__input");
    button.addEventListener("click", () => (id === "__search" ? field.focus() : document.getElementById(id).click()));
    label.replaceWith(button);
  }

  // In the drawer of a narrow screen the sections open and close by labels too; as the theme does elsewhere, they take
  // the focus, and it answers the Enter key.
  const narrow = matchMedia("(max-width: 76.2344em)");
  const sections = () => {
    for (const label of all(".md-nav--primary label[for]")) label.tabIndex = narrow.matches ? 0 : -1;
  };

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const drawer = document.getElementById("__drawer");
    if (key === " " && target.matches(".md-option, label")) {
      event.preventDefault();
      (target.matches("label") ? target : document.querySelector(".md-option + label:not([hidden])")).click();
    } else if (key === "Escape" && drawer?.checked) {
      drawer.click();
      document.querySelector('.md-header__button[for="__drawer"]')?.focus();
    }
  });

  // At its first link to an anchor the theme exchanges the page for a copy of itself, and on a slow machine the next Tab
  // key then starts from the top again. To skip to the content needs no address: its heading takes the focus.
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target.closest?.(".md-skip");
      const heading = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (!heading) return;
      event.preventDefault();
      event.stopPropagation();
      heading.tabIndex = -1;
      heading.focus();
    },
    true,
  );

  // The theme gives each copy button a landmark of its own, all of one name, and no key scrolls its wide tables. And
  // Markdown has no way to say that the empty corner of a table heads nothing.
  const quiet = () => {
    for (const bar of all("nav.md-code__nav:not([role])")) bar.setAttribute("role", "none");
    for (const wide of all(".md-typeset__scrollwrap:not([tabindex])")) {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    }
    for (const corner of all("th:empty")) corner.replaceWith(document.createElement("td"));
  };

  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      quiet();
    }, 50);
  };

  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
  narrow.addEventListener("change", sections);
  soon();
  sections();
  window.document$?.subscribe(() => {
    follow();
    sections();
  });
})();
