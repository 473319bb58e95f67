package dev.hpa.controller.cache;

import dev.hpa.core.pods.OwnerFilter;

/**
 * Looks up the owners of pods. Thread-safe; only the first lookup of a kind blocks on the network.
 */
@FunctionalInterface
public interface Owners {

  /** No owner is known. */
  Owners UNKNOWN =
      (namespace, owner) ->
          new OwnerFilter.Lookup.Unknown(
              "the owner " + owner.kind() + " " + owner.name() + " is unknown");

  /** What is known of an owner in a namespace. */
  OwnerFilter.Lookup find(String namespace, OwnerFilter.Owner owner);
}
