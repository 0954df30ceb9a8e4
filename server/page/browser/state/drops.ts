import { addFile, droppedFile } from './areas.ts'

/** Offers dropped files to a reader first; files that it does not take are handled by content. */
export function offerDrops(isOpen: () => boolean, take: (file: File) => Promise<boolean>): void {
  addEventListener(
    'drop',
    (event) => {
      const file = droppedFile(event)
      if (file === undefined || !isOpen()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void take(file).then((isTaken) => (isTaken ? undefined : addFile(file)))
    },
    true,
  )
}
