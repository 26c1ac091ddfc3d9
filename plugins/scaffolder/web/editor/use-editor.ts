import { useState } from 'react'
import { toBase64, type FolderFile, type TemplateFolder } from './folder.ts'

export interface EditedFile extends FolderFile {
  readonly isChanged: boolean
}

const encoder = new TextEncoder()

/** The files of a folder with what was changed in them. */
export function useEditor(folder: TemplateFolder) {
  const [open, setOpen] = useState(folder.templatePath)
  const [edits, setEdits] = useState<Readonly<Record<string, string>>>({})
  const [saved, setSaved] = useState<Readonly<Record<string, string>>>({})
  const files = folder.files.map((file): EditedFile => {
    const text = edits[file.path]
    if (text === undefined) return { ...file, isChanged: false }
    return { path: file.path, text, base64Content: toBase64(encoder.encode(text)), isChanged: text !== (saved[file.path] ?? file.text) }
  })
  return {
    files,
    open: files.find(({ path }) => path === open) ?? files[0],
    template: files.find(({ path }) => path === folder.templatePath),
    setOpen,
    edit: (path: string, text: string) => setEdits(before => ({ ...before, [path]: text })),
    markSaved: (path: string, text: string) => setSaved(before => ({ ...before, [path]: text })),
    isChanged: files.some(({ isChanged }) => isChanged),
  }
}
