package dev.hpa.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hpa.api.Json;
import dev.hpa.kube.client.HttpKubernetesApi;
import dev.hpa.kube.content.YamlFormatException;
import dev.hpa.kube.content.YamlJson;
import dev.hpa.spi.ApiRequest;
import dev.hpa.spi.KubernetesApiException;

/** The objects of the demo: the web server of the Kubernetes walkthrough and its autoscaler. */
final class DemoWorkload {

  static final String NAMESPACE = "default";
  static final String NAME = "php-apache";

  private static final String DEPLOYMENT =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: php-apache
        annotations:
          sandbox.hpa.dev/load: "%s"
      spec:
        replicas: 1
        selector:
          matchLabels:
            run: php-apache
        template:
          metadata:
            labels:
              run: php-apache
          spec:
            containers:
            - name: php-apache
              image: hpa-example
              ports:
              - containerPort: 80
              resources:
                requests:
                  cpu: 200m
                limits:
                  cpu: 500m
      """;

  private static final String AUTOSCALER =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata:
        name: php-apache
      spec:
        scaleTargetRef:
          apiVersion: apps/v1
          kind: Deployment
          name: php-apache
        minReplicas: %d
        maxReplicas: %d
        metrics:
        - type: Resource
          resource:
            name: cpu
            target:
              type: Utilization
              averageUtilization: %d
      """;

  private DemoWorkload() {}

  /** Creates the objects through the API. */
  static void create(HttpKubernetesApi api, DemoOptions options) throws KubernetesApiException {
    post(
        api,
        "/apis/apps/v1/namespaces/default/deployments",
        "deployments",
        DEPLOYMENT.formatted(options.load()));
    post(
        api,
        "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
        "horizontalpodautoscalers",
        AUTOSCALER.formatted(
            options.minReplicas(), options.maxReplicas(), options.targetUtilization()));
  }

  private static void post(HttpKubernetesApi api, String path, String resource, String manifest)
      throws KubernetesApiException {
    api.call(
        ApiRequest.post(
            path, new ApiRequest.Subject(resource, "", NAME), Json.write(tree(manifest))),
        body -> true);
  }

  private static JsonNode tree(String manifest) {
    try {
      return Json.tree(YamlJson.first(manifest).text());
    } catch (YamlFormatException failure) {
      throw new IllegalStateException("the demonstration's own manifest", failure);
    }
  }
}
