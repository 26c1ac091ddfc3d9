/** Icons are imported one by one, by path: the package's own index is six thousand modules long. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const Icon: import('react').ComponentType<
    Omit<import('react').SVGProps<SVGSVGElement>, 'stroke'> & { size?: number | string; stroke?: number | string }
  >
  export default Icon
}
