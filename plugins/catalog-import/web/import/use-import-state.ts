import { useSearchParams } from '@portico/core/web'
import { useState } from 'react'
import { defaultName, mergeFiles, readFiles, type InputFile, type Refusal } from './input-files.ts'

export type ImportWay = 'url' | 'text'

const empty: readonly InputFile[] = [{ name: defaultName, text: '' }]

/** What is to be registered. The way and the address are in the address of the page; texts are too long for that. */
export function useImportState() {
  const [search, setSearch] = useSearchParams()
  const [files, setFiles] = useState(empty)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const [open, setOpen] = useState(defaultName)
  const url = search.get('url') ?? ''
  const way: ImportWay = search.get('from') === 'text' ? 'text' : 'url'

  function choose(next: ImportWay, address = url): void {
    const params = new URLSearchParams({ ...(next === 'text' && { from: 'text' }), ...(address !== '' && { url: address }) })
    setSearch(params, { replace: next !== way })
  }

  return {
    way,
    url,
    files,
    refusals,
    open: files.find(({ name }) => name === open) ?? files[0] ?? { name: defaultName, text: '' },
    setOpen,
    setWay: (next: ImportWay) => choose(next),
    setUrl: (address: string) => choose('url', address),
    setText(name: string, text: string): void {
      setFiles(files.map(file => (file.name === name ? { name, text } : file)))
    },
    /** Takes a text as the only file. */
    begin(text: string): void {
      setFiles([{ name: defaultName, text }])
      setRefusals([])
      choose('text')
    },
    async add(chosen: readonly File[]): Promise<void> {
      const read = await readFiles(chosen, files)
      const merged = mergeFiles(files, read.files)
      setFiles(merged.length > 0 ? merged : empty)
      setRefusals(read.refusals)
      const [first] = read.files
      if (first) setOpen(first.name)
      if (way !== 'text') choose('text')
    },
    remove(name: string): void {
      const rest = files.filter(file => file.name !== name)
      setFiles(rest.length > 0 ? rest : empty)
      setRefusals([])
    },
    clear(): void {
      setFiles(empty)
      setRefusals([])
    },
  }
}

export type ImportState = ReturnType<typeof useImportState>
