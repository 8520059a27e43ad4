// Memory of a kernel: handed out from the bottom up, never given back. One kernel serves one purpose as long as it lives.

/** Every place begins at a multiple of one vector. */
const align: usize = 15;
let top: usize = (__heap_base + align) & ~align;

/** A new place of this many bytes, filled with zeros. */
export function reserve(bytes: usize): usize {
  const place = top;
  top = (top + bytes + align) & ~align;
  const pages = <i32>((top + 0xffff) >>> 16);
  const missing = pages - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  return place;
}
