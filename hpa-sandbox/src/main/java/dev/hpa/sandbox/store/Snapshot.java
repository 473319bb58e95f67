package dev.hpa.sandbox.store;

import java.util.List;

/** The objects of a resource at one revision, in order of namespace and name. */
public record Snapshot(long revision, List<StoredObject> objects) {}
