package dev.hpa.kube.http;

import dev.hpa.kube.content.ContentType;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.ApiRequest.ResponseFormat;

/** The content types that a request accepts, as client-go's clients ask for them. */
public final class ContentNegotiation {

  private static final String DISCOVERY_DOCUMENTS =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
          + "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
          + "application/json";

  private static final String METADATA_OF_OBJECTS =
      "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
  private static final String METADATA_OF_LISTS =
      "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";

  private ContentNegotiation() {}

  /**
   * The value of the header {@code Accept}.
   *
   * @param form the content type that the client is configured for
   */
  public static String accept(ApiRequest request, ContentType form) {
    return switch (request.responseFormat()) {
      case DISCOVERY -> DISCOVERY_DOCUMENTS;
      case METADATA -> isList(request) ? METADATA_OF_LISTS : METADATA_OF_OBJECTS;
      case NATIVE ->
          form == ContentType.JSON
              ? form.mediaType() + ", */*"
              : form.mediaType() + "," + ContentType.JSON.mediaType();
      case JSON, TYPED, SELF_DESCRIBING ->
          requested(request.responseFormat(), form).mediaType() + ", */*";
    };
  }

  /** A watch has single objects, and so does the response to a creation. */
  private static boolean isList(ApiRequest request) {
    return request.method().equals("GET")
        && request.subject().name().isEmpty()
        && !request.query().containsKey("watch");
  }

  /**
   * The content type that is requested, which is also assumed of a response without one.
   *
   * @param form the content type that the client is configured for
   */
  public static ContentType requested(ResponseFormat answer, ContentType form) {
    return answer == ResponseFormat.JSON || answer == ResponseFormat.METADATA
        ? ContentType.JSON
        : form;
  }
}
