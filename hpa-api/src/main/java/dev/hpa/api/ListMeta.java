package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a list. Every field may be unset; empty strings are omitted like unset ones.
 *
 * @param selfLink deprecated
 * @param resourceVersion resourceVersion of the list
 * @param continueToken requests the next page; null on the last page
 * @param remainingItemCount number of items on later pages, if known
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ListMeta(
    @Nullable String selfLink,
    @Nullable String resourceVersion,
    @JsonProperty("continue") @Nullable String continueToken,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long remainingItemCount) {

  /** Metadata with all fields unset. */
  public static final ListMeta EMPTY = new ListMeta(null, null, null, null);
}
