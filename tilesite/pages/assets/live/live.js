/** What a page with live blocks loads: two elements. All else is loaded when a reader asks for it. */

import { LiveBlock } from "./block.js";
import { Explorer } from "./explorer.js";
import { followLinkSoon } from "./follow.js";

customElements.define("tilesite-live", LiveBlock);
customElements.define("tilesite-explorer", Explorer);
addEventListener("hashchange", followLinkSoon);
