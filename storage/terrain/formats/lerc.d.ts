declare module 'lerc' {
  const Lerc: {
    /** Throws texts, not errors. Arrays of one value a post for each band; 0 in the mask where a post is unknown. */
    decode(blob: ArrayBuffer): { pixels: ArrayLike<number>[]; mask: Uint8Array | null | undefined }
  }
  export default Lerc
}
