/** Made by the build: what the page has and its parts need, by name. */
declare module "shared-modules" {
  const modules: Readonly<Record<string, unknown>>;
  export default modules;
}
