import { addFile } from '../state/areas.ts'

interface FileChipProps {
  label: string
  accept: string
  onFile?: (file: File) => Promise<void>
}

/** File picker; without `onFile`, the content decides how a file is used, as for dropped files. */
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
