package dev.hpa.controller.cache;

import dev.hpa.core.pods.OwnerFilter;
import org.jspecify.annotations.Nullable;

/**
 * An object that may own pods.
 *
 * @param namespace empty for objects without one
 * @param controller its controller; null if it has none
 */
record OwnedObject(String namespace, String uid, OwnerFilter.@Nullable Owner controller) {}
