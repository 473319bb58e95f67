package dev.hpa.controller.cache;

import dev.hpa.core.OwnerFilter;
import org.jspecify.annotations.Nullable;

/**
 * An object that may own pods.
 *
 * @param controller its controller; null if it has none
 */
record OwnedObject(String uid, OwnerFilter.@Nullable Owner controller) {}
