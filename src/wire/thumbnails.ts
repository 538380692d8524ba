/** Smaller pictures in the place of uploaded ones: in which formats there are any, and where. */

/** The formats, as clients are told of them when they register. */
export const THUMBNAIL_FORMATS = [
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
] as const;

/** Where browsers load the smaller picture of a file from; one that moves where the picture does. */
export const thumbnailPath = (pathId: string, isAnimated: boolean): string =>
  `/user_uploads/thumbnail/${pathId}/840x560${isAnimated ? '-anim' : ''}.webp`;
