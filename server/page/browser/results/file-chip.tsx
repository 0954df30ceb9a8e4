import { addFile } from '../state/areas.ts'

interface FileChipProps {
  label: string
  accept: string
  onFile?: (file: File) => Promise<void>
}

/** Chooses a file; without `onFile` it is taken as a dropped one is, by its contents. */
export function FileChip({ label, accept, onFile = addFile }: FileChipProps) {
  return (
    <label class="chip file-chip">
      {label}
      <input
        type="file"
        class="unseen"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void onFile(file)
          currentTarget.value = ''
        }}
      />
    </label>
  )
}
