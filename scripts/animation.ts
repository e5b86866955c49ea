import gifenc from "gifenc";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";

const { GIFEncoder, quantize, applyPalette } = gifenc;

/** A GIF has 256 colours; one of them means "as in the picture before". */
const COLOURS = 255;
const UNCHANGED = COLOURS;
const BYTES_A_PIXEL = 4;

interface Frame {
  rgba: Buffer;
  shownMs: number;
}

interface Size {
  width: number;
  height: number;
}

/** Pictures of pages of one size, one after the other, that become an animated GIF. */
export class Animation {
  readonly #size: Size;
  readonly #frames: Frame[] = [];

  constructor(size: Size) {
    this.#size = size;
  }

  /** Takes the page as it is now; a picture that is like the one before only makes that one stay longer. */
  async take(page: Page, shownMs: number): Promise<void> {
    const { data } = PNG.sync.read(await page.screenshot());
    const last = this.#frames.at(-1);
    if (last?.rgba.equals(data)) last.shownMs += shownMs;
    else this.#frames.push({ rgba: data, shownMs });
  }

  /** @returns the file's bytes; what does not change from picture to picture takes next to no room */
  encode(): Uint8Array {
    const { width, height } = this.#size;
    const palette = quantize(new Uint8Array(Buffer.concat(this.#frames.map(({ rgba }) => sample(rgba)))), COLOURS);
    const encoder = GIFEncoder();
    let before: Buffer | undefined;
    for (const { rgba, shownMs } of this.#frames) {
      const index = applyPalette(new Uint8Array(rgba), palette);
      for (let pixel = 0; before && pixel < index.length; pixel++) {
        if (rgba.readUInt32LE(pixel * BYTES_A_PIXEL) === before.readUInt32LE(pixel * BYTES_A_PIXEL))
          index[pixel] = UNCHANGED;
      }
      encoder.writeFrame(index, width, height, {
        ...(before ? {} : { palette: [...palette, [0, 0, 0]] }),
        delay: shownMs,
        transparent: before !== undefined,
        transparentIndex: UNCHANGED,
        dispose: 1,
      });
      before = rgba;
    }
    encoder.finish();
    return encoder.bytes();
  }
}

/** One of this many pixels is enough to choose the colours by. */
const SAMPLED_PIXELS = 7;

function sample(rgba: Buffer): Buffer {
  const pixels = Math.floor(rgba.length / BYTES_A_PIXEL / SAMPLED_PIXELS);
  const chosen = Buffer.alloc(pixels * BYTES_A_PIXEL);
  for (let pixel = 0; pixel < pixels; pixel++)
    rgba.copy(
      chosen,
      pixel * BYTES_A_PIXEL,
      pixel * SAMPLED_PIXELS * BYTES_A_PIXEL,
      (pixel * SAMPLED_PIXELS + 1) * BYTES_A_PIXEL,
    );
  return chosen;
}
