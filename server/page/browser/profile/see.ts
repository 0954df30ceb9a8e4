/** On a small screen the profile may be out of view. */
export function scrollToProfile(): void {
  // Available after the next rendering.
  requestAnimationFrame(() => document.querySelector('.profile')?.scrollIntoView({ block: 'nearest' }))
}
