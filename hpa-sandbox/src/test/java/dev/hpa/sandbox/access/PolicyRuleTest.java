package dev.hpa.sandbox.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyRuleTest {

  @ParameterizedTest
  @CsvSource({
    "pods, pods, '', true",
    "pods, pods, status, false",
    "pods/status, pods, status, true",
    "pods/status, pods, '', false",
    "*, pods, status, true",
    "*/scale, deployments, scale, true",
    "*/scale, deployments, '', false",
    "*/scale, deployments, status, false",
    "pods/*, pods, status, false",
  })
  void matchesResourcesAndSubresources(
      String resources, String resource, String subresource, boolean granted) {
    PolicyRule rule =
        new PolicyRule(List.of("*"), List.of("*"), List.of(resources), List.of(), List.of());
    RequestAttributes attempt =
        new RequestAttributes.OnResource("get", "apps", "v1", resource, subresource, "shop", "web");
    assertEquals(granted, attempt.isGrantedBy(rule));
  }

  @ParameterizedTest
  @CsvSource({
    "/api, /api, true",
    "/api, /apis, false",
    "/api/*, /api/v1, true",
    "/api/*, /api, false",
    "*, /anything, true",
  })
  void matchesPaths(String pattern, String path, boolean granted) {
    PolicyRule rule =
        new PolicyRule(List.of("get"), List.of(), List.of(), List.of(), List.of(pattern));
    assertEquals(granted, new RequestAttributes.OnPath("get", path).isGrantedBy(rule));
    assertEquals(false, new RequestAttributes.OnPath("post", path).isGrantedBy(rule));
  }
}
