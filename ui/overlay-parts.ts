/** The overlays, and their positioning engine: a lazy chunk, which most visits never need. */
export { Drawer, Menu, Modal, Popover, Tooltip } from '@mantine/core'
export { OptionList } from './pick/OptionList.tsx'
