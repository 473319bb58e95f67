package dev.hpa.sandbox.request;

import dev.hpa.sandbox.cluster.StatusException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The negotiated content type of a response: the first one available, in the order of the Accept
 * header.
 *
 * @param version the version of the shape, such as {@code v1}; empty for the object itself
 */
public record ContentNegotiation(Serializer form, Shape shape, String version) {

  /** The content type without negotiation. */
  public static final ContentNegotiation PLAIN =
      new ContentNegotiation(Serializer.JSON, Shape.OWN, "");

  private static final String META = "meta.k8s.io";

  /** What a response contains of objects. */
  public enum Shape {
    /** The complete object. */
    OWN("", ""),
    TABLE("Table", META),
    PARTIAL("PartialObjectMetadata", META),
    PARTIAL_LIST("PartialObjectMetadataList", META),
    /** Aggregated discovery. */
    DISCOVERY("APIGroupDiscoveryList", "apidiscovery.k8s.io");

    private final String kind;
    private final String group;

    Shape(String kind, String group) {
      this.kind = kind;
      this.group = group;
    }

    private boolean isAskedForBy(MediaRange range) {
      boolean isNamed = range.parameter("as").equals(kind);
      return this == OWN
          ? isNamed
          : isNamed && range.parameter("g").equals(group) && hasVersion(range.parameter("v"));
    }

    private boolean hasVersion(String version) {
      return this == DISCOVERY
          ? version.equals("v2")
          : version.equals("v1") || version.equals("v1beta1");
    }

    private boolean hasForm(Serializer form) {
      return this != TABLE || form == Serializer.JSON;
    }
  }

  /** The kind of endpoint, as far as it decides on content types. */
  public enum Place {
    DISCOVERY,
    /** The discovery document of one group or version. */
    DOCUMENT,
    OBJECTS,
    /** Objects without a protobuf message. */
    OBJECTS_WITHOUT_PROTOBUF;

    private boolean hasShape(Shape shape) {
      return switch (shape) {
        case OWN -> true;
        case DISCOVERY -> this == DISCOVERY;
        case TABLE, PARTIAL, PARTIAL_LIST -> this == OBJECTS || this == OBJECTS_WITHOUT_PROTOBUF;
      };
    }

    private boolean hasForm(Serializer form) {
      return this != OBJECTS_WITHOUT_PROTOBUF || form != Serializer.PROTOBUF;
    }
  }

  /**
   * Negotiates the content type.
   *
   * @throws StatusException 406 when no accepted type is available
   */
  public static ContentNegotiation of(ApiRequest request, Place place) {
    List<MediaRange> ranges = MediaRange.all(request.accept());
    for (MediaRange range : ranges) {
      ContentNegotiation accepted = of(range, place);
      if (accepted != null) {
        return accepted;
      }
    }
    if (ranges.isEmpty()) {
      return PLAIN;
    }
    boolean wantsOther = ranges.stream().anyMatch(range -> !range.parameter("as").isEmpty());
    throw wantsOther || place == Place.OBJECTS_WITHOUT_PROTOBUF
        ? Serializer.onlyWhole()
        : Serializer.notAcceptable(place == Place.OBJECTS);
  }

  private static @Nullable ContentNegotiation of(MediaRange range, Place place) {
    for (Serializer form : Serializer.values()) {
      for (Shape shape : Shape.values()) {
        boolean canBeHad = place.hasShape(shape) && place.hasForm(form) && shape.hasForm(form);
        if (canBeHad && shape.isAskedForBy(range) && range.includes(form.mediaType())) {
          return new ContentNegotiation(form, shape, range.parameter("v"));
        }
      }
    }
    return null;
  }

  /** Whether complete objects are sent in protobuf. */
  public boolean isProtobufOfWholeObjects() {
    return form == Serializer.PROTOBUF && shape == Shape.OWN;
  }

  /**
   * The version of the requested table, such as {@code v1}; null when the client does not accept a
   * table.
   */
  public @Nullable String tableVersion() {
    return shape == Shape.TABLE ? version : null;
  }
}
