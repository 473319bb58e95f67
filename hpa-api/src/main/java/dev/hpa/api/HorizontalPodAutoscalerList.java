package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A HorizontalPodAutoscalerList in autoscaling/v2; {@code HpaVersion} converts other versions. The
 * items have no kind and apiVersion. Immutable.
 *
 * @param items null for a list without items, which is written as null
 */
public record HorizontalPodAutoscalerList(
    String kind,
    String apiVersion,
    ListMeta metadata,
    @JsonIgnoreProperties({"kind", "apiVersion"}) @Nullable List<HorizontalPodAutoscaler> items) {

  /** The kind of a list in every version. */
  public static final String KIND = HorizontalPodAutoscaler.KIND + "List";

  public HorizontalPodAutoscalerList {
    items = items == null ? null : List.copyOf(items);
  }

  @JsonCreator
  static HorizontalPodAutoscalerList decode(
      @JsonProperty("kind") @Nullable String kind,
      @JsonProperty("apiVersion") @Nullable String apiVersion,
      @JsonProperty("metadata") @Nullable ListMeta metadata,
      @JsonProperty("items") @Nullable List<HorizontalPodAutoscaler> items) {
    return of(metadata == null ? ListMeta.EMPTY : metadata, items);
  }

  /** Returns a list with kind and apiVersion set. */
  public static HorizontalPodAutoscalerList of(
      ListMeta metadata, @Nullable List<HorizontalPodAutoscaler> items) {
    return new HorizontalPodAutoscalerList(
        KIND, HorizontalPodAutoscaler.API_VERSION, metadata, items);
  }

  /** The items, or an empty list. */
  public List<HorizontalPodAutoscaler> itemsOrEmpty() {
    return items == null ? List.of() : items;
  }
}
