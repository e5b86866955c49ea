import { addAddonMenu, type MenuItem } from "./platform/addon-menu";

/** *Extensions ▸ Sheetscout*, in its order (design 1, "Menu"). Google adds *Help*. */
const ITEMS: MenuItem[] = [
  { caption: "Open sidebar", functionName: "showSidebar" },
  { caption: "Verify emails in this column", functionName: "verifyColumn" },
  { caption: "Find emails for this column of companies", functionName: "findEmails" },
  { caption: "Fill a company list", functionName: "showCompanies" },
  { caption: "Finish formulas", functionName: "finishFormulas" },
  { caption: "Turn formulas into values", functionName: "turnFormulasIntoValues" },
  { caption: "Settings", functionName: "showSettings" },
];

export const addMenu = (): void => addAddonMenu(ITEMS);
