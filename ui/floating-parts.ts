/** What floats above the page, and the engine that puts it in its place: a chunk of its own, which most visits never need. */
export { Drawer, Menu, Modal, Popover, Tooltip } from '@mantine/core'
export { OptionList } from './pick/OptionList.tsx'
