/** The pictures that the orders of a demo have; plain data, so that threads can be given it. */

/** A picture that lies in the file store. */
export type Picture = { fileId: string; size: number; width: number; height: number }

/** By kind of paper what most orders share, by `<order> <kind>` what one has of its own. */
export type Pictures = ReadonlyMap<string, Picture>

/** The picture that an order has of a kind of paper. */
export function pictureFor(pictures: Pictures, orderId: number, materialType: string): Picture {
  const picture = pictures.get(`${orderId} ${materialType}`) ?? pictures.get(materialType)
  if (!picture) throw new Error(`no specimen of ${materialType}`)
  return picture
}
