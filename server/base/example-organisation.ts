/** The organisation of the example that a person may look at: never the one that the operator means. */
export const exampleOrganisation = '019e0000-0000-7000-8000-00000000e1a0';
