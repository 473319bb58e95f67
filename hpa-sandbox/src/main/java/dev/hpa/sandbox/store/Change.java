package dev.hpa.sandbox.store;

import org.jspecify.annotations.Nullable;

/**
 * One change of a resource.
 *
 * @param before the object before the change; null for a creation
 * @param after the object after the change; null for a deletion
 * @param last the object to send for a deletion: its last state with the revision of the deletion
 */
public record Change(
    long revision,
    @Nullable StoredObject before,
    @Nullable StoredObject after,
    StoredObject last) {}
