/** Imported styles are collected into the page. */
declare module "*.css";

/** The build makes this of the sidebar's modules that fetched pages use. */
declare module "shared-modules" {
  const modules: Readonly<Record<string, unknown>>;
  export default modules;
}
