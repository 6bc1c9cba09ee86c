import { posix } from 'node:path';
import { readXml } from './markup.ts';
import { beside, type Zipped } from './zipped.ts';

/** A part of an Office document that another part names. */
interface Relation {
  readonly id: string;
  /** The last word of its type, such as `notesSlide`. */
  readonly type: string;
  readonly path: string;
}

/** The relations of a part, in order. */
export async function relationsOf(zip: Zipped, part: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readXml(zip.read(`${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`), {
    open(name, { Id, Type = '', Target }) {
      if (name === 'Relationship' && Id && Target)
        relations.push({ id: Id, type: posix.basename(Type), path: beside(part, Target) });
    },
  });
  return relations;
}
