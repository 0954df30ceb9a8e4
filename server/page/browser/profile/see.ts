/** Scrolls to the profile, which may be out of view on small screens. */
export function scrollToProfile(): void {
  // The profile exists only after the next rendering.
  requestAnimationFrame(() => document.querySelector('.profile')?.scrollIntoView({ block: 'nearest' }))
}
