package dev.hpa.app.manifests;

/**
 * A trap a document falls into.
 *
 * @param field the path of the member in the shape of autoscaling/v2, or of the workload
 * @param message what is so here
 */
record Warning(Trap trap, String field, String message) {}
