package dev.hpa.kube.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.kube.content.ContentType;
import dev.hpa.spi.ApiRequest.ResponseFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentNegotiationTest {

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
    assertEquals(accept, ContentNegotiation.accept(answer, form));
  }

  @Test
  void discoveryIgnoresTheConfiguredContentType() {
    assertEquals(
        ContentNegotiation.accept(ResponseFormat.DISCOVERY, ContentType.JSON),
        ContentNegotiation.accept(ResponseFormat.DISCOVERY, ContentType.PROTOBUF));
  }
}
