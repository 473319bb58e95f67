package dev.hpa.kube.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.kube.content.ContentType;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.ApiRequest.ResponseFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentNegotiationTest {

  private static ApiRequest request(ResponseFormat format) {
    return ApiRequest.get("/api/v1/pods", Map.of(), new ApiRequest.Subject("pods", "", ""), format);
  }

  @Test
  void metadataOfAListAndOfAWatch() {
    ApiRequest watch =
        ApiRequest.get(
            "/api/v1/pods",
            Map.of("watch", "true"),
            new ApiRequest.Subject("pods", "", ""),
            ResponseFormat.METADATA);
    assertEquals(
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json",
        ContentNegotiation.accept(request(ResponseFormat.METADATA), ContentType.PROTOBUF));
    assertEquals(
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
        ContentNegotiation.accept(watch, ContentType.PROTOBUF));
  }

  @Test
  void metadataOfACreatedObject() {
    ApiRequest creation =
        new ApiRequest(
            "POST",
            "/api/v1/namespaces/shop/configmaps",
            Map.of(),
            new ApiRequest.Subject("configmaps", "", ""),
            ResponseFormat.METADATA,
            "application/json",
            new byte[0]);
    assertEquals(
        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
        ContentNegotiation.accept(creation, ContentType.PROTOBUF));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "JSON|PROTOBUF|application/json, */*",
        "TYPED|PROTOBUF|application/vnd.kubernetes.protobuf, */*",
        "SELF_DESCRIBING|PROTOBUF|application/vnd.kubernetes.protobuf, */*",
        "TYPED|JSON|application/json, */*"
      })
  void responsesAreRequestedInTheConfiguredContentType(
      ResponseFormat answer, ContentType form, String accept) {
    assertEquals(accept, ContentNegotiation.accept(request(answer), form));
  }

  @Test
  void discoveryIgnoresTheConfiguredContentType() {
    assertEquals(
        ContentNegotiation.accept(request(ResponseFormat.DISCOVERY), ContentType.JSON),
        ContentNegotiation.accept(request(ResponseFormat.DISCOVERY), ContentType.PROTOBUF));
  }
}
