/** How much the sample organisation is, counted once for every test that loads it. */

/** What a whole load says on stdout, with `--json`. */
export const sampleCounts = {
  projects: 3,
  sites: 4,
  documents: 8,
  sections: 107,
  hazards: 46,
  controls: 138,
  coshh: 12,
  personnel: 40,
  versions: 9,
  signoffs: 25,
  users: 18,
  workers: 18,
  incidents: 3,
  permits: 3,
  contractors: 7,
  submissions: 7,
};
