/** Imported styles are collected into the page. */
declare module "*.css";

/** The build fills this module with those of the sidebar that fetched pages use. */
declare module "shared-modules" {
  const modules: Readonly<Record<string, unknown>>;
  export default modules;
}
