/** What came of a change (enum page_kept of src/page/keep.h); taken: another page was first, and the table was restored
 *  as that left it. */
export enum Kept {
  Yes,
  Taken,
  No,
}
