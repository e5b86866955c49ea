/** Styles are imported for their effect: the bundler collects them into the page. */
declare module "*.css";
