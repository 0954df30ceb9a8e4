declare module 'lerc' {
  const Lerc: {
    /** Throws strings, not errors. Each band is an array of one value per post; `mask` is 0 where a post is unknown. */
    decode(blob: ArrayBuffer): { pixels: ArrayLike<number>[]; mask: Uint8Array | null | undefined }
  }
  export default Lerc
}
