import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { showPicture } from '../service/files.ts'

/** Decorative thumbnail, loaded when scrolled into view. */
export function Preview({ path }: { path: string }) {
  const place = useRef<HTMLDivElement>(null)
  const address = useSignal<string | undefined>(undefined)

  useEffect(() => {
    let stop = () => {}
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      // A failed request is ignored, because the list works without pictures.
      stop = showPicture(path, address)
    })
    if (place.current) watcher.observe(place.current)
    return () => {
      watcher.disconnect()
      stop()
    }
  }, [path])

  return (
    <div ref={place} class="preview">
      {address.value && <img src={address.value} alt="" />}
    </div>
  )
}
