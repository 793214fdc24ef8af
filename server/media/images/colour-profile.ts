/** Profiles of cameras and screens have a few kilobytes. */
const MAX_BYTES = 64 * 1024;
const HEADER = 128;
const COUNT = 4;
const TAG = 12;
const MAX_TAGS = 100;
const ALIGNMENT = 4;
/** Device classes of displays, scanners, color spaces and printers (ICC.1). */
const CLASSES: readonly string[] = ['mntr', 'scnr', 'spac', 'prtr'];
const CONNECTIONS: readonly string[] = ['XYZ ', 'Lab '];
const RENDERING_INTENTS = 4;

/**
 * Reports whether an RGB profile has a consistent header and tag table and no bytes between or after its tags.
 * Other profiles break some encoders or can carry hidden data.
 */
export function isSoundProfile(profile: Buffer): boolean {
  return (
    profile.length <= MAX_BYTES && profile.length >= HEADER + COUNT && hasSoundHeader(profile) && hasSoundTags(profile)
  );
}

function hasSoundHeader(profile: Buffer): boolean {
  const name = (at: number) => profile.toString('latin1', at, at + 4);
  return (
    profile.readUInt32BE(0) === profile.length &&
    profile.length % ALIGNMENT === 0 &&
    CLASSES.includes(name(12)) &&
    name(16) === 'RGB ' &&
    CONNECTIONS.includes(name(20)) &&
    name(36) === 'acsp' &&
    profile.readUInt32BE(64) < RENDERING_INTENTS
  );
}

function hasSoundTags(profile: Buffer): boolean {
  const count = profile.readUInt32BE(HEADER);
  let end = HEADER + COUNT + count * TAG;
  if (count === 0 || count > MAX_TAGS || end > profile.length) return false;
  const tags = Array.from({ length: count }, (_, index) => {
    const at = HEADER + COUNT + index * TAG;
    return { start: profile.readUInt32BE(at + 4), length: profile.readUInt32BE(at + 8) };
  });
  // Tags may share data, so they can overlap.
  for (const { start, length } of tags.toSorted((one, other) => one.start - other.start)) {
    if (start < HEADER + COUNT + count * TAG || start % ALIGNMENT !== 0 || start - end >= ALIGNMENT) return false;
    end = Math.max(end, start + length);
  }
  return end <= profile.length && profile.length - end < ALIGNMENT;
}
