import { answerSidebar } from "../compose";
import { readHtmlFile } from "../platform/user-interface";
import type { Result } from "../result";
import { refuse } from "../result";
import { SIDEBAR_PARTS, type SidebarPart } from "../settings/sidebar-part";

/**
 * For the sidebar: a part of its own page, which is fetched only when its tab is opened.
 *
 * @param name The part.
 * @return Its text.
 */
export function readSidebarPart(name: SidebarPart): Result<string> {
  return answerSidebar(() =>
    SIDEBAR_PARTS.includes(name)
      ? { ok: true, data: readHtmlFile(name) }
      : refuse("BAD_REQUEST", "The add-on does not know this part of its page.", "Reload the sheet and try again."),
  );
}
