// What the theme's instant navigation leaves behind. Without scripts every page comes whole, and nothing here is needed.
"use strict";
(() => {
  const start = window.__md_scope.pathname;
  const within = () => location.pathname.slice(start.length);
  const switches = [...document.querySelectorAll(".site-language")].map((link) => {
    const other = new URL(link.href).pathname;
    const page = within();
    return { link, root: page && other.endsWith(page) ? other.slice(0, -page.length) : other };
  });

  // The header stays when a page is exchanged, so its link to the other language has to follow.
  const follow = () => {
    for (const { link, root } of switches) link.setAttribute("href", root + within());
  };

  // The theme gives each copy button a landmark of its own, all of one name.
  const quiet = () => {
    for (const bar of document.querySelectorAll("nav.md-code__nav:not([role])")) bar.setAttribute("role", "none");
  };

  new MutationObserver(quiet).observe(document.body, { childList: true, subtree: true });
  quiet();
  window.document$?.subscribe(follow);
})();
