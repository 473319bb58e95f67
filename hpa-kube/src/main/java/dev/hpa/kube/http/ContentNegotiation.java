package dev.hpa.kube.http;

import dev.hpa.kube.content.ContentType;
import dev.hpa.spi.ApiRequest.ResponseFormat;

/** The content types that a request accepts, as client-go's clients ask for them. */
public final class ContentNegotiation {

  private static final String DISCOVERY_DOCUMENTS =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
          + "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
          + "application/json";

  private ContentNegotiation() {}

  /**
   * The value of the header {@code Accept}.
   *
   * @param form the content type that the client is configured for
   */
  public static String accept(ResponseFormat answer, ContentType form) {
    return answer == ResponseFormat.DISCOVERY
        ? DISCOVERY_DOCUMENTS
        : requested(answer, form).mediaType() + ", */*";
  }

  /**
   * The content type that is requested, which is also assumed of a response without one.
   *
   * @param form the content type that the client is configured for
   */
  public static ContentType requested(ResponseFormat answer, ContentType form) {
    return answer == ResponseFormat.JSON ? ContentType.JSON : form;
  }
}
