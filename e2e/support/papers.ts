import sharp from 'sharp'

/** A photograph of a paper, a little different each time, as a camera would make it. */
export async function photo(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const shade = () => 120 + Math.floor(Math.random() * 120)
  const buffer = await sharp({
    create: { width: 640, height: 404, channels: 3, background: { r: shade(), g: shade(), b: shade() } },
  })
    .jpeg({ quality: 80 })
    .toBuffer()
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }
}
