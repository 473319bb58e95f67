package dev.hpa.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON fields of a record, derived from its factory method or constructor.
 *
 * <p>A field is nullable if its component is {@code @Nullable} and is not omitted when empty. A
 * later null in the same body clears only nullable fields, as Go clears pointers but not plain
 * values.
 */
public final class RecordSchema {

  private static final ClassValue<RecordSchema> SCHEMAS =
      new ClassValue<>() {
        @Override
        protected RecordSchema computeValue(Class<?> type) {
          return new RecordSchema(type);
        }
      };

  private final Executable creator;
  private final List<Field> fields;

  /**
   * A field.
   *
   * @param nullable whether a later null clears it
   */
  public record Field(String name, Type type, boolean nullable) {}

  private RecordSchema(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    this.creator = creator(type, components);
    creator.setAccessible(true);
    List<Field> found = new ArrayList<>();
    Parameter[] parameters = creator.getParameters();
    for (int i = 0; i < parameters.length; i++) {
      JsonProperty property = parameters[i].getAnnotation(JsonProperty.class);
      String name = property == null ? components[i].getName() : property.value();
      Type parameterType = parameters[i].getParameterizedType();
      found.add(new Field(name, parameterType, isNullable(type, components, name)));
    }
    this.fields = List.copyOf(found);
  }

  /** The schema of a record. */
  public static RecordSchema of(Class<?> type) {
    return SCHEMAS.get(type);
  }

  /** The fields in the order of the record. */
  public List<Field> fields() {
    return fields;
  }

  /** Returns the index of the field, or −1. */
  public int indexOf(String name, boolean ignoreCase) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    for (int i = 0; ignoreCase && i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  Object create(@Nullable Object[] members) {
    try {
      return creator instanceof Method factory
          ? factory.invoke(null, members)
          : ((Constructor<?>) creator).newInstance(members);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Executable creator(Class<?> type, RecordComponent[] components) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(JsonCreator.class))
        .map(Executable.class::cast)
        .findFirst()
        .orElseGet(() -> canonicalConstructor(type, components));
  }

  private static Constructor<?> canonicalConstructor(Class<?> type, RecordComponent[] components) {
    try {
      return type.getDeclaredConstructor(
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isNullable(Class<?> type, RecordComponent[] components, String name) {
    for (RecordComponent component : components) {
      if (component.getName().equals(name)) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class)
            && !isOmittedWhenEmpty(type, component);
      }
    }
    return false;
  }

  private static boolean isOmittedWhenEmpty(Class<?> type, RecordComponent component) {
    JsonInclude include = component.getAccessor().getAnnotation(JsonInclude.class);
    if (include == null) {
      include = type.getAnnotation(JsonInclude.class);
    }
    return include != null && include.value() == JsonInclude.Include.NON_EMPTY;
  }
}
