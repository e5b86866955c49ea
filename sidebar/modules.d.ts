/** Importing styles makes the bundler collect them into the page. */
declare module "*.css";

/** Made by the build: the sidebar's modules that fetched pages use, by name. */
declare module "shared-modules" {
  const modules: Readonly<Record<string, unknown>>;
  export default modules;
}
