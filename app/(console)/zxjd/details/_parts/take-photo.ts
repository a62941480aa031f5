import type { TakenPhoto } from '@/components/due-diligence/visit-outbox'

/** What a phone gives with a photo: the picture itself, smaller, and the place. */

/** Longest side in pixels: enough to read a door plate, a tenth of what a camera makes. */
const longestSide = 2048
const quality = 0.85

/** The picture as JPEG of at most so many pixels; as it was where the browser cannot draw it. */
export async function smaller(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    if (scale === 1 && file.type === 'image/jpeg') return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    return drawn ?? file
  } catch {
    return file
  }
}

export type Place = Pick<TakenPhoto, 'latitude' | 'longitude' | 'accuracy'>

/** Where the phone is; undefined where it does not know or may not say. */
export function whereAmI(): Promise<Place | undefined> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(undefined)
    // Its own limit does not count while the phone asks its user, who may not answer.
    setTimeout(resolve, 20_000, undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          latitude: Number(coords.latitude.toFixed(6)),
          longitude: Number(coords.longitude.toFixed(6)),
          accuracy: Math.min(Math.round(coords.accuracy), 1_000_000),
        }),
      () => resolve(undefined),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 },
    )
  })
}
