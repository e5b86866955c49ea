// Two packages that come without types: the part of them that is used here.

declare module "pngjs" {
  export const PNG: { sync: { read(file: Uint8Array): { width: number; height: number; data: Buffer } } };
}

declare module "gifenc" {
  type Palette = number[][];
  interface FrameOptions {
    palette?: Palette;
    delay: number;
    transparent?: boolean;
    transparentIndex?: number;
    dispose?: number;
  }
  const gifenc: {
    GIFEncoder(): {
      writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
      finish(): void;
      bytes(): Uint8Array;
    };
    quantize(rgba: Uint8Array, maxColors: number): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette): Uint8Array;
  };
  export default gifenc;
}
