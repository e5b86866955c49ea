/** Styles are imported for their effect: the bundler collects them into the page. */
declare module "*.css";

/** Made by the build: modules of the sidebar that its fetched pages use, by name. */
declare module "shared-modules" {
  const modules: Readonly<Record<string, unknown>>;
  export default modules;
}
