import { addFile } from '../state/areas.ts'

/** Chooses a file, which is taken as a dropped one is: by its contents. */
export function FileChip({ label, accept }: { label: string; accept: string }) {
  return (
    <label class="chip file-chip">
      {label}
      <input
        type="file"
        class="unseen"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void addFile(file)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
