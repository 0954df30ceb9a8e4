/** On a small screen the profile may lie out of view. */
export function seeProfile(): void {
  // It is there after the next drawing.
  requestAnimationFrame(() => document.querySelector('.profile')?.scrollIntoView({ block: 'nearest' }))
}
