package dev.hpa.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Records whose equals and hashCode are written out use every component, as others do. */
class WrittenOutEqualsTest {

  private static final MetricStatus.MetricValueStatus ONE =
      MetricStatus.MetricValueStatus.value(Quantity.parse("1"));
  private static final MetricStatus.MetricValueStatus TWO =
      MetricStatus.MetricValueStatus.value(Quantity.parse("2"));
  private static final MetricIdentifier QPS = new MetricIdentifier("qps", null);
  private static final CrossVersionObjectReference WEB =
      new CrossVersionObjectReference("Service", "web", "v1");

  /** A record, and another value for each of its components. */
  static Stream<Arguments> records() {
    return Stream.of(
        Arguments.of(
            new HpaCondition("AbleToScale", "True", Instant.EPOCH, "Ready", "ready", 1L),
            List.of("ScalingActive", "False", Instant.MAX, "Other", "other", 2L)),
        Arguments.of(
            new MetricStatus("Resource", null, null, null, null, null),
            List.of(
                "Pods",
                new MetricStatus.ObjectStatus(QPS, ONE, WEB),
                new MetricStatus.PodsStatus(QPS, ONE),
                new MetricStatus.ResourceStatus("cpu", ONE),
                new MetricStatus.ContainerResourceStatus("cpu", ONE, "app"),
                new MetricStatus.ExternalStatus(QPS, ONE))),
        Arguments.of(new MetricStatus.ResourceStatus("cpu", ONE), List.of("memory", TWO)),
        Arguments.of(
            new MetricStatus.MetricValueStatus(null, null, null),
            List.of(Quantity.parse("1"), Quantity.parse("2"), 3)),
        Arguments.of(
            new Selector.Requirement("app", Selector.Operator.IN, List.of("a", "b")),
            List.of("tier", Selector.Operator.NOT_IN, List.of("a"))),
        Arguments.of(new NamespacedName("shop", "web"), List.of("store", "api")));
  }

  @ParameterizedTest
  @MethodSource("records")
  void everyComponentCounts(Record one, List<Object> others) throws Exception {
    RecordComponent[] components = one.getClass().getRecordComponents();
    assertEquals(components.length, others.size());
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<?> constructor = one.getClass().getDeclaredConstructor(types);
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = components[i].getAccessor().invoke(one);
    }
    Object same = constructor.newInstance(values);
    assertEquals(one, same);
    assertEquals(one.hashCode(), same.hashCode());
    for (int i = 0; i < values.length; i++) {
      Object[] changed = values.clone();
      changed[i] = others.get(i);
      assertNotEquals(one, constructor.newInstance(changed), components[i].getName());
    }
  }
}
