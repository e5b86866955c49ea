import { writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import process from "node:process";

export interface FoundBrowser {
  executablePath: string;
  /** What the browser's process needs in its environment besides ours. */
  environment: Record<string, string>;
}

/** Makes the package unpack the system libraries it brings along: a bare machine has none. */
const UNPACK_LIBRARIES = { name: "AWS_LAMBDA_JS_RUNTIME", value: "nodejs22.x" };

/** The fonts of the machine, else the package's one. */
const fontConfiguration = (fonts: string) =>
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">` +
  `<fontconfig><dir>/usr/share/fonts</dir><dir>${fonts}</dir><cachedir>${fonts}-cache</cachedir></fontconfig>`;

/** The Chromium that comes as a package, for Linux on x64: unpacked into the folder for temporary files on first use. */
export async function packagedBrowser(): Promise<FoundBrowser | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const before = process.env[UNPACK_LIBRARIES.name];
  process.env[UNPACK_LIBRARIES.name] = before ?? UNPACK_LIBRARIES.value;
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    chromium.setGraphicsMode = false;
    const executablePath = await chromium.executablePath();
    const fonts = path.join(os.tmpdir(), "fonts");
    await writeFile(path.join(fonts, "fonts.conf"), fontConfiguration(fonts));
    const libraries = path.join(os.tmpdir(), "al2023/lib");
    return { executablePath, environment: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts } };
  } finally {
    if (before === undefined) delete process.env[UNPACK_LIBRARIES.name];
  }
}
